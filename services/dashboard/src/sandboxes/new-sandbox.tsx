import type { TwinRow } from '@svc/contract/dashboard';
import { ApiError } from '@svc/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, pageData } from '../api.ts';
import { Failure } from '../parts/states.tsx';
import { useSettled } from '../run/step.ts';

const SETTLED_MS = 400;

/** Where a new sandbox begins; the latter two are shown, and can be changed. */
type World = 'default' | 'example' | 'own';

/** Starts a sandbox with one twin, in its default world, an example's or a pasted one. */
export function NewSandbox() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const twins = useQuery({
    queryKey: ['twins'],
    queryFn: ({ signal }) => pageData.twins(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, choose] = useState('');
  const [world, setWorld] = useState<World>('default');
  const [text, setText] = useState('');
  const twin = twins.data?.find(({ id }) => id === chosen) ?? twins.data?.[0];
  const seed = useSeed(twin?.id ?? '', world === 'default' ? '' : text);
  const start = useMutation({
    mutationFn: (id: string) => api.sandboxes.create({ twins: [id], ...(seed.value && { seed: seed.value }) }),
    onSuccess: async ({ session_id }) => {
      await queries.invalidateQueries({ queryKey: ['sandboxes'] });
      navigate(`/sandboxes/${session_id}`);
    },
  });
  const begin = (kind: World, of: TwinRow | undefined) => {
    const known = kind === 'example' && !of?.example ? 'default' : kind;
    setWorld(known);
    if (known === 'example') setText(JSON.stringify(of?.example?.seed, null, 2));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (twin) start.mutate(twin.id);
  };
  const changeTwin = (id: string) => {
    choose(id);
    begin(
      world,
      twins.data?.find((one) => one.id === id),
    );
  };
  return (
    <form className="new-sandbox" onSubmit={submit}>
      <div className="bar">
        <label>
          Twin{' '}
          <select value={twin?.id ?? ''} onChange={({ target }) => changeTwin(target.value)}>
            {twins.data?.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          World{' '}
          <select value={world} onChange={({ target }) => begin(target.value as World, twin)}>
            <option value="default">the default</option>
            {twin?.example && <option value="example">an example: {twin.example.title}</option>}
            <option value="own">a seed of your own</option>
          </select>
        </label>
        <button type="submit" className="primary" disabled={start.isPending || !twin || !seed.usable}>
          {start.isPending ? 'Starting…' : 'Start a sandbox'}
        </button>
      </div>
      {twins.error && <Failure error={twins.error} retry={() => twins.refetch()} />}
      {world !== 'default' && <Seed text={text} seed={seed} onChange={setText} />}
      {start.error && <Failure error={start.error} />}
    </form>
  );
}

const Seed = ({ text, seed, onChange }: { text: string; seed: SeedState; onChange(text: string): void }) => (
  <>
    <label>
      Seed, as JSON: what the sandbox begins with
      <textarea className="grows" rows={10} value={text} spellCheck={false} onChange={({ target }) => onChange(target.value)} />
    </label>
    <p className={seed.wrong ? 'failure' : 'fine'} role="status">
      {seed.told}
    </p>
  </>
);

interface SeedState {
  value?: Record<string, unknown>;
  /** Whether a sandbox can be started with it. */
  usable: boolean;
  wrong: boolean;
  told: string;
}

/** What the twin says of the seed as it is typed. */
function useSeed(twin: string, text: string): SeedState {
  const settled = useSettled(text, SETTLED_MS);
  const { value, wrong } = parse(settled);
  const judged = useQuery({
    queryKey: ['seed', twin, settled],
    queryFn: () => api.seeds.validate({ twins: [twin], seed: value as Record<string, unknown> }),
    enabled: value !== undefined && twin !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (text.trim() === '') return { usable: true, wrong: false, told: 'Empty: the sandbox begins with the default world.' };
  if (settled !== text) return { usable: false, wrong: false, told: 'Typing…' };
  if (wrong) return { usable: false, wrong: true, told: wrong };
  if (judged.error)
    return {
      usable: false,
      wrong: true,
      told: judged.error instanceof ApiError ? judged.error.message : 'The service could not be reached.',
    };
  if (!judged.data || !value) return { usable: false, wrong: false, told: 'Checking…' };
  const dropped = judged.data.dropped?.map(({ path }) => path).join(', ');
  return {
    value,
    usable: true,
    wrong: false,
    told: dropped ? `It would boot. Not known to the twin, and dropped: ${dropped}.` : 'It would boot.',
  };
}

function parse(text: string): { value?: Record<string, unknown>; wrong?: string } {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value: value as Record<string, unknown> };
    return { wrong: 'A seed is a JSON object.' };
  } catch (error) {
    return { wrong: `This is no JSON: ${(error as Error).message}` };
  }
}
