import { useState } from 'react';
import { Link } from 'react-router';
import { Copy } from '../parts/copy.tsx';
import { keepDraft, readDraft, withCriterion } from '../scenarios/draft.ts';

/** Puts a criterion into the scenario that is being written in this tab. */
export function AddToScenario({ twin, sentence }: { twin: string; sentence: string }) {
  const [added, setAdded] = useState('');
  const line = `- [code:${twin}] ${sentence}`;
  const add = () => {
    keepDraft(withCriterion(readDraft(), line));
    setAdded(sentence);
  };
  return (
    <p className="bar">
      <button type="button" onClick={add}>
        Add to the scenario
      </button>
      <Copy text={line} what="the criterion" />
      {added === sentence && (
        <span role="status">
          Added. <Link to="/scenarios">See the scenario</Link>
        </span>
      )}
    </p>
  );
}
