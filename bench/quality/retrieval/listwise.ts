/** The candidates of one question: a row of features each, the right ones, and the question's weight. */
export type Example = { rows: Float64Array[]; right: ReadonlySet<number>; weight: number };

const ROUNDS = 250;
const RATE = 0.1;

const LOGISTIC_ROUNDS = 6000;
const LOGISTIC_RATE = 0.05;
const LOGISTIC_DECAY = 5e-3;

/**
 * Weights that make the softmax over each question's candidates favor the right ones (ListNet), found with Adam.
 * @param decay penalty on squared weights, in units of each feature's deviation
 */
export function fitWeights(examples: readonly Example[], size: number, decay: number): Float64Array {
  const deviations = deviationsOf(examples, size);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(size); // per deviation
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = weights.map((weight) => 2 * decay * weight);
    const scaled = weights.map((weight, index) => weight / (deviations[index] ?? 1));
    for (const { rows, right, weight } of examples) {
      const shares = softmax(rows.map((row) => dot(scaled, row)));
      rows.forEach((row, candidate) => {
        const error = (shares[candidate] ?? 0) - (right.has(candidate) ? 1 / right.size : 0);
        const pull = (weight / total) * error;
        for (let index = 0; index < size; index++) {
          gradient[index] = (gradient[index] ?? 0) + (pull * (row[index] ?? 0)) / (deviations[index] ?? 1);
        }
      });
    }
    const rate = RATE * (1 - round / (ROUNDS + 1));
    gradient.forEach((slope, index) => {
      first[index] = 0.9 * (first[index] ?? 0) + 0.1 * slope;
      second[index] = 0.99 * (second[index] ?? 0) + 0.01 * slope * slope;
      const step = (first[index] ?? 0) / (1 - 0.9 ** round);
      const size = Math.sqrt((second[index] ?? 0) / (1 - 0.99 ** round)) + 1e-9;
      weights[index] = (weights[index] ?? 0) - (rate * step) / size;
    });
  }
  return weights.map((weight, index) => weight / (deviations[index] ?? 1));
}

/** Slope and bias that turn sums into probabilities (Platt), by Newton's method over (sum, is right) pairs. */
export function calibrate(pairs: readonly { sum: number; right: boolean }[]): {
  slope: number;
  bias: number;
} {
  let slope = 0;
  let bias = 0;
  for (let round = 0; round < 50; round++) {
    let [gs, gb, hss, hsb, hbb] = [0, 0, 1e-9, 0, 1e-9];
    for (const { sum, right } of pairs) {
      const chance = 1 / (1 + Math.exp(-(slope * sum + bias)));
      const error = chance - (right ? 1 : 0);
      const spread = chance * (1 - chance);
      gs += error * sum;
      gb += error;
      hss += spread * sum * sum;
      hsb += spread * sum;
      hbb += spread;
    }
    const determinant = hss * hbb - hsb * hsb;
    slope -= (hbb * gs - hsb * gb) / determinant;
    bias -= (hss * gb - hsb * gs) / determinant;
  }
  return { slope, bias };
}

/** Weights and bias that turn rows into probabilities of being right (logistic regression), by gradient descent. */
export function fitLogistic(examples: readonly { row: Float64Array; right: boolean; weight: number }[]): {
  weights: Float64Array;
  bias: number;
} {
  const size = examples[0]?.row.length ?? 0;
  const rows = examples.map(({ row }) => row);
  const deviations = deviationsOf([{ rows, right: new Set(), weight: 1 }], size);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(size); // per deviation
  let bias = 0;
  for (let round = 0; round < LOGISTIC_ROUNDS; round++) {
    const gradient = weights.map((weight) => LOGISTIC_DECAY * weight);
    let lean = 0;
    for (const { row, right, weight } of examples) {
      let sum = bias;
      for (let index = 0; index < size; index++)
        sum += ((weights[index] ?? 0) * (row[index] ?? 0)) / (deviations[index] ?? 1);
      const error = (weight / total) * (1 / (1 + Math.exp(-sum)) - (right ? 1 : 0));
      lean += error;
      for (let index = 0; index < size; index++)
        gradient[index] = (gradient[index] ?? 0) + (error * (row[index] ?? 0)) / (deviations[index] ?? 1);
    }
    bias -= LOGISTIC_RATE * lean;
    gradient.forEach((slope, index) => (weights[index] = (weights[index] ?? 0) - LOGISTIC_RATE * slope));
  }
  return { weights: weights.map((weight, index) => weight / (deviations[index] ?? 1)), bias };
}

export function dot(weights: Float64Array, row: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < row.length; index++) sum += (weights[index] ?? 0) * (row[index] ?? 0);
  return sum;
}

function softmax(sums: readonly number[]): number[] {
  const most = sums.reduce((left, right) => Math.max(left, right), -Infinity);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((left, right) => left + right, 0);
  return powers.map((power) => power / total);
}

function deviationsOf(examples: readonly Example[], size: number): Float64Array {
  const [count, sums, squares] = [{ rows: 0 }, new Float64Array(size), new Float64Array(size)];
  for (const { rows } of examples) {
    for (const row of rows) {
      count.rows++;
      row.forEach((value, index) => {
        sums[index] = (sums[index] ?? 0) + value;
        squares[index] = (squares[index] ?? 0) + value * value;
      });
    }
  }
  return sums.map((sum, index) => {
    const mean = sum / count.rows;
    return Math.sqrt((squares[index] ?? 0) / count.rows - mean * mean) || 1;
  });
}
