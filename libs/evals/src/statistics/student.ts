/** The quantiles that are asked for are below some thousand: this is the precision of a double. */
const HALVINGS = 64;
const TINY = 1e-300;
const MOST_TERMS = 1_000;
/** Lanczos's approximation with g = 5 and six coefficients: 2 × 10⁻¹⁰. */
const COEFFICIENTS = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
  -0.5395239384953e-5,
];

/**
 * The value that a variable of Student's t distribution stays below with a probability.
 *
 * @param probability above 0, below 1
 * @param degrees of freedom, above 0
 */
export function studentQuantile(probability: number, degrees: number): number {
  if (probability < 0.5) return -studentQuantile(1 - probability, degrees);
  let [low, high] = [0, 1];
  while (studentCumulative(high, degrees) < probability && high < 1e12) high *= 2;
  for (let at = 0; at < HALVINGS; at += 1) {
    const middle = (low + high) / 2;
    if (studentCumulative(middle, degrees) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability that a variable of Student's t distribution is at most so large. */
export function studentCumulative(value: number, degrees: number): number {
  const tail = incompleteBeta(degrees / (degrees + value * value), degrees / 2, 0.5) / 2;
  return value > 0 ? 1 - tail : tail;
}

/** The logarithm of the gamma function, of arguments above 0. */
export function logGamma(value: number): number {
  const base = value + 5.5;
  let series = 1.000000000190015;
  for (const [at, coefficient] of COEFFICIENTS.entries()) series += coefficient / (value + at + 1);
  return (value + 0.5) * Math.log(base) - base + Math.log((2.5066282746310007 * series) / value);
}

/** The regularized incomplete beta function, by its continued fraction (Press et al., Numerical Recipes, section 6.4). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
  const isFast = x < (a + 1) / (a + b + 2);
  return isFast ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const keep = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / keep(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= MOST_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / keep(1 + even * d);
    c = keep(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / keep(1 + odd * d);
    c = keep(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return result;
}
