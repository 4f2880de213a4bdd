// The first import of every agent: the harness checks that the agent can be started at all, and it must then end at once.
if (process.env.SVC_PREFLIGHT) process.exit(0);
