/** Longer texts make a page stutter; the downloads have them whole. In characters. */
const SHOWN = 100_000;

/** A value as its JSON, a text as it is. What it says is shown, never done. */
export function Json({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className="json" tabIndex={0} aria-label={label}>
        <pre>{text.slice(0, SHOWN)}</pre>
      </section>
      {text.length > SHOWN && (
        <p className="fine">
          The first {SHOWN.toLocaleString()} of {text.length.toLocaleString()} characters. The download has the rest.
        </p>
      )}
    </>
  );
}
