import classes from "./sparkline.module.css";

const width = 84;
const height = 22;

type Props = {
  /** Oldest first, at least two. */
  counts: number[];
  /** Read aloud and shown on hover; omitted where figures next to the line say the same. */
  label?: string;
};

/** Counts over time as a line as small as a word, scaled from zero to the highest count. */
export function Sparkline({ counts, label }: Props) {
  const most = Math.max(1, ...counts);
  const points = counts.map((count, index) => {
    const x = 1 + (index * (width - 2)) / (counts.length - 1);
    return `${x.toFixed(1)},${(height - 2 - (count / most) * (height - 4)).toFixed(1)}`;
  });
  return (
    <svg
      className={classes.line}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {label !== undefined && <title>{label}</title>}
      <polyline points={points.join(" ")} />
    </svg>
  );
}
