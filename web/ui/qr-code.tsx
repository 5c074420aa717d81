import { encode } from "uqr";
import classes from "./qr-code.module.css";

/** Quiet zone around the modules, in modules (ISO/IEC 18004 asks for four; apps read two). */
const border = 2;

/** A QR code as one path of squares; without inline styles, as the page's policy requires. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
