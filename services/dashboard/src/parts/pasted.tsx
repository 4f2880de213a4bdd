import { Copy } from './copy.tsx';
import { Json } from './json.tsx';

/** A text to be taken away: it can be read, and copied at one click. */
export const Pasted = ({ text, what }: { text: string; what: string }) => (
  <div className="pasted">
    <Json value={text} label={what} />
    <Copy text={text} what={what} />
  </div>
);
