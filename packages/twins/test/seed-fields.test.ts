import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { seedFieldFates } from '@svc/twin-kit/testing';
import { loadTwin } from '../src/index.ts';

/** The document that a twin's README shows. */
function shown(twin: string): unknown {
  const readme = readFileSync(join(import.meta.dirname, `../../twin-${twin}/README.md`), 'utf8');
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '');
}

/** Values of a form of their own, by field. */
const hints: Record<string, Record<string, unknown[]>> = {
  slack: {
    'team.id': ['T0SEED1'],
    'users.id': ['U0SEED1'],
    'channels.id': ['C0SEED1'],
    'direct_messages.id': ['D0SEED1'],
  },
  gmail: { 'labels.id': ['Label_9'] },
};

/** What is refused beside the other fields that the document has, whatever it is: other texts, names that are referred to. */
const refused: Record<string, string[]> = {
  slack: ['channels.messages.replies.ts', 'files.name', 'files.content_base64'],
  gmail: ['labels.name', 'messages.raw', 'messages.attachments.contentBase64', 'drafts.raw'],
};

describe('no field that a seed may have is taken and dropped', () => {
  test.each(['slack', 'gmail'])('%s', async (id) => {
    const twin = await loadTwin(id);
    if (!twin) throw new Error(`${id} is not there`);
    const { effective, silent, untried } = seedFieldFates(twin, shown(id), hints[id]);
    expect({ silent, untried }).toEqual({ silent: [], untried: refused[id] });
    expect(effective.length).toBeGreaterThan(60);
  });
});
