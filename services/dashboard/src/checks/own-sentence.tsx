import type { BindResult } from '@svc/contract';
import { useState } from 'react';
import { AddToScenario } from './add-to-scenario.tsx';
import { Bound, useBinding } from './binding.tsx';

/** A sentence of one's own: what it binds to, and what is nearest where it binds to nothing. */
export function OwnSentence({ twin }: { twin: string }) {
  const [text, setText] = useState('');
  const sentence = text.trim();
  const binding = useBinding(twin, sentence);
  return (
    <section className="own-sentence">
      <label>
        Try a sentence
        <input
          value={text}
          maxLength={1000}
          placeholder={'Issue #1 in acme/web has the label "bug".'}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {sentence !== '' && (
        <>
          <Bound twin={twin} text={sentence} binding={binding} onUse={setText} />
          {isGraded(binding.data) && <AddToScenario twin={twin} sentence={sentence} />}
        </>
      )}
    </section>
  );
}

/** A criterion that nothing grades helps nobody. */
const isGraded = (result: BindResult | undefined): boolean =>
  typeof result === 'object' && result.check_id !== null && !('corrupted' in result);
