/** Where a character stands in a text, the line counted from 0 and the column from 1; the text is looked through once. */
export function lineFinder(text: string): (at: number) => { line: number; column: number } {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return (at) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: at - (starts[low] as number) + 1 };
  };
}
