-- What the edge does beside haproxy.cfg: it answers a connection that doesn't begin with HTTP, or begins too slowly, in the envelope of all our
-- errors, and waits for servers when it has just started.

-- A little less than the edge waits for a request, in seconds.
local SLOW = 14

local function request_id()
  local digits = {}
  for at = 1, 32 do
    digits[at] = string.format("%x", math.random(0, 15))
  end
  return "req_" .. table.concat(digits)
end

local function answer(applet, status, message)
  local body = string.format(
    '{"error":{"type":"validation_failed","message":"%s","details":{},"request_id":"%s"}}',
    message,
    request_id()
  )
  local head = {
    "HTTP/1.1 " .. status,
    "content-type: application/json",
    "content-length: " .. #body,
    "cache-control: no-store",
    "connection: close",
  }
  applet:send(table.concat(head, "\r\n") .. "\r\n\r\n" .. body)
end

core.register_init(function()
  math.randomseed(os.time())
end)

core.register_service("not_http", "tcp", function(applet)
  local begun = tonumber(applet:get_var("sess.begun"))
  if begun and os.time() - begun >= SLOW then
    answer(applet, "408 Request Timeout", "The request did not arrive in time.")
  else
    answer(applet, "400 Bad Request", "The request is not valid HTTP.")
  end
end)

-- Names are looked up and servers found within this time after a start, in seconds, also on a host under load.
local FOUND_WITHIN = 15
local PAUSE_MS = 50
local started = os.time()

core.register_action("found", { "http-req" }, function(txn, backend)
  while txn.f:nbsrv(backend) == 0 and not txn.f:stopping() and os.time() - started < FOUND_WITHIN do
    core.msleep(PAUSE_MS)
  end
end, 1)
