import { shareOf } from '@svc/twin-kit/testing/share';
import { atPlaces, everyPlace } from './place.ts';
import { pythonTest } from './python.ts';
import { stripeWorld } from './seeds.ts';

atPlaces(shareOf(everyPlace, 1), 'stripe', stripeWorld, (place) => {
  pythonTest(
    "Debian's python3-stripe pays, refunds, bills and is refused",
    { module: 'stripe', debian: 'python3-stripe', program: 'stripe_client.py' },
    place,
  );
});
