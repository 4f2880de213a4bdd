import type { CheckDescription } from '@svc/contract';
import { useState } from 'react';
import { AddToScenario } from './add-to-scenario.tsx';
import { Bound, useBinding } from './binding.tsx';

const SUBSTRATES: Record<CheckDescription['substrate'], string> = {
  final_state: 'the world in the end',
  seed_and_final_state: 'the world before and in the end',
  tape: 'the calls',
  final_answer: 'the final answer',
};

/** A check's slots, and the sentence that they make. */
export function CheckForm({ twin, check }: { twin: string; check: CheckDescription }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const filled = (name: string, example: string) => values[name] ?? example;
  const sentence = check.template.replaceAll(/\{(\w+)\}/g, (_slot, name: string) =>
    filled(name, check.params.find((param) => param.name === name)?.example ?? ''),
  );
  const binding = useBinding(twin, sentence);
  return (
    <div className="check">
      <p>{check.description}</p>
      <p className="fine">
        Looks at {SUBSTRATES[check.substrate]}. Compares {check.compares}. <code>{check.id}</code>
      </p>
      <div className="slots">
        {check.params.map(({ name, example, description, pattern }) => (
          <label key={name} title={pattern}>
            {name}
            <input
              value={filled(name, example)}
              maxLength={500}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
            <span className="fine">{description}</span>
          </label>
        ))}
      </div>
      <Bound twin={twin} text={sentence} binding={binding} />
      <AddToScenario twin={twin} sentence={sentence} />
    </div>
  );
}
