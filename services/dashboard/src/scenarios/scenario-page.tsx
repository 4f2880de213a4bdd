import type { ScenarioFinding } from '@svc/contract/dashboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { pageData } from '../api.ts';
import { Copy } from '../parts/copy.tsx';
import { Json } from '../parts/json.tsx';
import { Failure } from '../parts/states.tsx';
import { useTitle } from '../parts/title.ts';
import { useSettled } from '../run/step.ts';
import { keepDraft, readDraft } from './draft.ts';

const SETTLED_MS = 500;

/** Writes a scenario, which is looked through as it is typed. */
export function ScenarioPage() {
  useTitle('Scenario');
  const [text, setText] = useState(readDraft);
  const editor = useRef<HTMLTextAreaElement>(null);
  const change = (changed: string) => {
    setText(changed);
    keepDraft(changed);
  };
  return (
    <>
      <h1>Write a scenario</h1>
      <p className="hint">
        A task for an agent, the world it begins in, and what is to be true in the end. It stays in this tab until you copy it.
        Find criteria among <Link to="/checks">the checks</Link>.
      </p>
      <div className="scenario">
        <label>
          Scenario, as markdown
          <textarea
            ref={editor}
            className="long"
            rows={24}
            value={text}
            spellCheck={false}
            onChange={({ target }) => change(target.value)}
          />
        </label>
        <Findings text={text} onPlace={(line) => select(editor.current, line)} />
      </div>
      <Start text={text} />
    </>
  );
}

function select(editor: HTMLTextAreaElement | null, line: number): void {
  if (!editor) return;
  const lines = editor.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  editor.focus();
  editor.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

function Findings({ text, onPlace }: { text: string; onPlace(line: number): void }) {
  const settled = useSettled(text, SETTLED_MS);
  const found = useQuery({
    queryKey: ['lint', settled],
    queryFn: ({ signal }) => pageData.lint(settled, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const stale = settled !== text || found.isPlaceholderData;
  return (
    <section aria-labelledby="findings-title" className="findings">
      <h2 id="findings-title">What svc lint says</h2>
      <p className="fine" role="status">
        {stale || !found.data ? 'Looking…' : summaryOf(found.data)}
      </p>
      {found.error && <Failure error={found.error} retry={() => found.refetch()} />}
      <ol className={stale ? 'stale' : undefined}>
        {found.data?.map((finding) => (
          <li key={`${finding.line} ${finding.code} ${finding.message}`}>
            <span className={`badge ${finding.level === 'error' ? 'bad' : 'warn'}`}>{finding.level}</span>{' '}
            {finding.line !== null && (
              <button type="button" className="link" onClick={() => onPlace(finding.line as number)}>
                line {finding.line}
              </button>
            )}{' '}
            {finding.message}
            {finding.suggestion !== undefined && (
              <p className="fine">
                Write: <code>{finding.suggestion}</code>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function summaryOf(findings: readonly ScenarioFinding[]): string {
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (findings.length === 0) return 'Nothing is wrong with it.';
  return [count(errors, 'error'), count(findings.length - errors, 'warning')].filter(Boolean).join(', ');
}

const count = (many: number, what: string): string => (many === 0 ? '' : `${many} ${what}${many === 1 ? '' : 's'}`);

const END = 'END_OF_SCENARIO';

/** One command that writes the file and runs it. */
function Start({ text }: { text: string }) {
  // A line of the text that is the mark would end it early.
  let mark = END;
  while (text.includes(mark)) mark += '_';
  const command = `cat > scenario.md <<'${mark}'\n${text.trimEnd()}\n${mark}\nsvc run scenario.md --agent ./agent.sh`;
  return (
    <section>
      <h2>Run it</h2>
      <p className="hint">
        Copied into a shell, this writes <code>scenario.md</code> and runs your agent on it. Put your agent's command in the place
        of <code>./agent.sh</code>.
      </p>
      <div className="bar">
        <Copy text={command} what="the command" says="Copy the command" />
        <a href={`data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`} download="scenario.md">
          Save as scenario.md
        </a>
      </div>
      <details>
        <summary>The command</summary>
        <Json value={command} label="The command" />
      </details>
    </section>
  );
}
