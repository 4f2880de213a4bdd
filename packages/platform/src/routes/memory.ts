/** How long a closed route is remembered past its expiry: its bearer is told that it ended. */
export const CLOSED_ROUTE_MEMORY_MS = 60 * 60 * 1000;
