import { atEveryPlace } from './place.ts';
import { pythonTest } from './python.ts';
import { gmailWorld } from './seeds.ts';

atEveryPlace('gmail', gmailWorld, (place) => {
  pythonTest(
    "Debian's python3-googleapi reads, sends, uploads in parts, batches and is refused",
    { module: 'googleapiclient', debian: 'python3-googleapi', program: 'gmail_client.py' },
    place,
  );
});
