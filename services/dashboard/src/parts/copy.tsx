import { useState } from 'react';

/** Puts a text on the clipboard. Without TLS browsers may not have one; then the text is there to be marked. */
export function Copy({ text, what, says = 'Copy' }: { text: string; what: string; says?: string }) {
  const [copied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button type="button" aria-label={`Copy ${what}`} onClick={copy}>
      {copied ? 'Copied' : says}
    </button>
  );
}
