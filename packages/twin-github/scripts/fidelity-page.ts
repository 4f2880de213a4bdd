// Prints docs/fidelity/github.md, made from the twin's declarations.
// Usage: node scripts/fidelity-page.ts > ../../docs/fidelity/github.md
import { fidelityPage } from '@svc/twin-kit';
import { github } from '../src/index.ts';

process.stdout.write(fidelityPage(github));
