import { authenticationOperation } from './authentication.ts';
import { billingRoutes } from './billing.ts';
import { catalogRoutes } from './catalog.ts';
import { customerRoutes } from './customers.ts';
import { innerListRoutes } from './inner-lists.ts';
import { moneyRoutes, webhookRoutes } from './money.ts';
import { type NamedRoute, operationOf } from './operation.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { paymentRoutes } from './payments.ts';
import { webPageOperations } from './web-pages.ts';

/** Every modelled call of the API. */
export const routes: readonly NamedRoute[] = [
  ...customerRoutes,
  ...innerListRoutes,
  ...paymentMethodRoutes,
  ...paymentRoutes,
  ...moneyRoutes,
  ...catalogRoutes,
  ...billingRoutes,
  ...webhookRoutes,
];

export const operations = [...routes.map(operationOf), authenticationOperation, ...webPageOperations];
