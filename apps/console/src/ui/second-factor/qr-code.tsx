import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around the code, without which scanners do not find it. */
const BORDER = 4;

/** A QR code, drawn in the browser: its text goes nowhere. Always dark on light, which every scanner reads. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { path, size } = useMemo(() => {
    const { data, size: side } = encode(text, { border: BORDER, ecc: 'M' });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: dark.join(''), size: side };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
