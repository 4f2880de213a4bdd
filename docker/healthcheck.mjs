// Healthy is a service that answers its own address.
const response = await fetch(`http://127.0.0.1:${process.env.SVC_PORT}/healthz`, { signal: AbortSignal.timeout(4000) });
process.exit(response.ok ? 0 : 1);
