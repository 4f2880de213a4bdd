/** The reaction counts of a record. */
export const reactionRollup = (recordUrl: string) => ({
  url: `${recordUrl}/reactions`,
  total_count: 0,
  '+1': 0,
  '-1': 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0,
});
