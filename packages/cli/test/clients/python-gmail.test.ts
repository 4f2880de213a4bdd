import { shareOf } from '@svc/twin-kit/testing/share';
import { atPlaces, everyPlace } from './place.ts';
import { pythonTest } from './python.ts';
import { gmailWorld } from './seeds.ts';

atPlaces(shareOf(everyPlace, 1), 'gmail', gmailWorld, (place) => {
  pythonTest(
    "Debian's python3-googleapi reads, sends, uploads in parts, batches and is refused",
    { module: 'googleapiclient', debian: 'python3-googleapi', program: 'gmail_client.py' },
    place,
  );
});
