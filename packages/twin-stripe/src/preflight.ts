import type { CorsPreflight } from '@svc/twin-kit';

/** As Stripe's answers are recorded (e.g. stripe-php, stripe-ruby cassettes of 2023); only scripts of pages look for it. */
export const FOR_PAGES = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Request-Id, Stripe-Manage-Version, Stripe-Should-Retry, X-Stripe-External-Auth-Required, X-Stripe-Privileged-Session-Required',
  'access-control-max-age': '300',
};

/** Stripe allows a page what it asks to send. */
export const corsPreflight: CorsPreflight = (asked) => ({
  ...FOR_PAGES,
  ...(asked !== undefined && { 'access-control-allow-headers': asked }),
});
