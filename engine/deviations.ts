/** How many standard deviations a value lies above the mean of these, of which there is at least one; 0 if they are alike. */
export function deviationsAmong(values: readonly number[]): (value: number) => number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / values.length) || 1;
  return (value) => (value - mean) / deviation;
}
