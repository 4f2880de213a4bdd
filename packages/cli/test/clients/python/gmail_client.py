import base64
import io
import os
from email.message import EmailMessage

import guard  # noqa: F401
from google.oauth2.credentials import Credentials
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError
from googleapiclient.http import BatchHttpRequest, MediaIoBaseUpload, build_http

BASE = os.environ["URL"]
http = AuthorizedHttp(Credentials(os.environ["TOKEN"]), http=build_http())
# The client builds itself from the description that the twin serves, with the twin's own addresses in it.
service = build(
    "gmail", "v1", http=http, discoveryServiceUrl=BASE + "/$discovery/rest?version={apiVersion}", cache_discovery=False
)
users = service.users()
messages = users.messages()


def mail(subject, text, **headers):
    message = EmailMessage()
    message["To"], message["Subject"] = "ben@example.org", subject
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


def raw(message):
    return base64.urlsafe_b64encode(message.as_bytes()).decode()


assert users.getProfile(userId="me").execute()["messagesTotal"] == 25

# Pages.
ids, request = [], messages.list(userId="me", maxResults=10)
while request is not None:
    page = request.execute()
    ids += [one["id"] for one in page["messages"]]
    request = messages.list_next(request, page)
assert len(ids) == len(set(ids)) == 25

# A thread, and its history.
start = users.getProfile(userId="me").execute()["historyId"]
plan = messages.list(userId="me", q="subject:plan").execute()["messages"][0]
answer = mail("Re: Plan", "Yes", In_Reply_To="<plan@example.org>", References="<plan@example.org>")
sent = messages.send(userId="me", body={"threadId": plan["threadId"], "raw": raw(answer)}).execute()
assert sent["threadId"] == plan["threadId"]
thread = users.threads().get(userId="me", id=plan["threadId"]).execute()
assert [one["snippet"].strip() for one in thread["messages"]] == ["At ten?", "Yes"]
history = users.history().list(userId="me", startHistoryId=start).execute()
assert [one["message"]["id"] for record in history["history"] for one in record["messagesAdded"]] == [sent["id"]]

# An attachment.
report = messages.list(userId="me", q="has:attachment").execute()["messages"][0]
parts = messages.get(userId="me", id=report["id"]).execute()["payload"]["parts"]
part = next(one for one in parts if one.get("filename") == "r.csv")
attachment = messages.attachments().get(userId="me", messageId=report["id"], id=part["body"]["attachmentId"]).execute()
assert base64.urlsafe_b64decode(attachment["data"]) == b"a,b\n1,2\n"

# Uploads: with the JSON in one call, and in parts at an address of its own.
for resumable in (False, True):
    letter = mail(f"Upload {resumable}", "x" * 300_000).as_bytes()
    media = MediaIoBaseUpload(io.BytesIO(letter), "message/rfc822", chunksize=256 * 1024, resumable=resumable)
    upload = messages.insert(userId="me", body={"labelIds": ["INBOX"]}, media_body=media)
    made = upload.execute()
    assert made["labelIds"] == ["INBOX"], made
    back = messages.get(userId="me", id=made["id"], format="raw").execute()["raw"]
    assert letter in base64.urlsafe_b64decode(back)

# Drafts and labels.
draft = users.drafts().create(userId="me", body={"message": {"raw": raw(mail("Draft", "One"))}}).execute()
assert "SENT" in users.drafts().send(userId="me", body={"id": draft["id"]}).execute()["labelIds"]
label = users.labels().create(userId="me", body={"name": "Projects"}).execute()
messages.batchModify(userId="me", body={"ids": ids[:3], "addLabelIds": [label["id"]]}).execute()
assert users.labels().get(userId="me", id=label["id"]).execute()["messagesTotal"] == 3

# A batch.
answers = {}
batch = service.new_batch_http_request(callback=lambda key, answer, error: answers.update({key: error or answer}))
assert isinstance(batch, BatchHttpRequest)
batch.add(messages.get(userId="me", id=ids[0], format="minimal"), request_id="there")
batch.add(messages.get(userId="me", id="ffff"), request_id="missing")
batch.execute(http=http)
assert answers["there"]["id"] == ids[0]
assert isinstance(answers["missing"], HttpError) and answers["missing"].resp.status == 404

forged = mail("Hi", "x", From="eve@example.net")
try:
    messages.send(userId="me", body={"raw": raw(forged)}).execute()
    raise AssertionError("the sender was not refused")
except HttpError as error:
    assert error.resp.status == 400
