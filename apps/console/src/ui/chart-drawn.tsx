import { Box, Group, Paper, Text } from '@mantine/core';
import { type PointerEvent, type ReactNode, useState } from 'react';
import classes from './chart-drawn.module.css';
import type { ChartProps } from './chart-props.js';
import { chooseTicks, placePoints, stackOf } from './chart-scale.js';

/** Colours that people with any kind of colour vision tell apart (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7a7a7a', '#b5a800'];

/** Part of a place on the axis that its bar fills. */
const BAR_SHARE = 0.8;
/** Least distance between two labels below the axis, as a share of its width. */
const LABEL_SHARE = 0.12;

const colourOf = (index: number) => COLOURS[index % COLOURS.length] ?? '#0072b2';

/**
 * A chart as SVG, as wide as its place. Bars and areas lie on each other, lines do not. Coordinates are shares of the plot from 0 to 100,
 * so that nothing has to be measured.
 */
export default function ChartDrawn(props: ChartProps): ReactNode {
  const { format = String, height = 240, label, points, series } = props;
  const [at, setAt] = useState<number>();
  const ticks = chooseTicks(props);
  const most = ticks.at(-1) ?? 1;
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    setAt(Math.min(points.length - 1, Math.max(0, Math.floor(share * points.length))));
  };
  const shown = at === undefined ? undefined : points[at];
  return (
    <Box role="img" aria-label={label}>
      <div className={classes.frame} style={{ height }}>
        <div className={classes.values} aria-hidden>
          {[...ticks].reverse().map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <div className={classes.plot} onPointerMove={follow} onPointerLeave={() => setAt(undefined)}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.drawing} aria-hidden>
            {ticks.map((tick) => (
              <line key={tick} x1={0} x2={100} y1={100 - (tick / most) * 100} y2={100 - (tick / most) * 100} />
            ))}
            <Marks {...props} most={most} />
          </svg>
          {at !== undefined && shown !== undefined && (
            <Paper
              className={classes.note}
              withBorder
              shadow="sm"
              p={6}
              style={at < points.length / 2 ? { insetInlineEnd: 0 } : { insetInlineStart: 0 }}
            >
              <Text size="xs" fw={600}>
                {String(shown.x ?? '')}
              </Text>
              {series.map(({ label: text, name }, index) => (
                <Text size="xs" key={name}>
                  <Dot colour={colourOf(index)} /> {text}: {typeof shown[name] === 'number' ? format(shown[name]) : '–'}
                </Text>
              ))}
            </Paper>
          )}
        </div>
      </div>
      <PlaceLabels points={points} />
      {series.length > 1 && (
        <Group gap="md" justify="center" mt={4}>
          {series.map(({ label: text, name }, index) => (
            <Text size="xs" key={name}>
              <Dot colour={colourOf(index)} /> {text}
            </Text>
          ))}
        </Group>
      )}
    </Box>
  );
}

function Dot({ colour }: { readonly colour: string }) {
  return (
    <svg viewBox="0 0 8 8" width={8} height={8} aria-hidden>
      <circle cx={4} cy={4} r={4} fill={colour} />
    </svg>
  );
}

/** The bars, areas or lines. */
function Marks({ kind, most, onChoose, points, series }: ChartProps & { readonly most: number }): ReactNode {
  const place = 100 / Math.max(1, points.length);
  return series.map(({ name }, index) => {
    if (kind === 'bar') {
      return points.map((point, at) => {
        const { from, to } = stackOf(point, series, index);
        const height = ((to - from) / most) * 100;
        if (height <= 0) return null;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no other name than their place.
            key={`${name} ${at}`}
            x={place * (at + (1 - BAR_SHARE) / 2)}
            width={place * BAR_SHARE}
            y={100 - (to / most) * 100}
            height={height}
            fill={colourOf(index)}
            {...(onChoose && { className: classes.choice, onClick: () => onChoose(at, name) })}
          />
        );
      });
    }
    const path = placePoints({ kind, points, series }, index, most);
    if (kind === 'area') return <path key={name} d={path} fill={colourOf(index)} fillOpacity={0.6} stroke="none" />;
    return <path key={name} d={path} fill="none" stroke={colourOf(index)} className={classes.line} />;
  });
}

/** As many labels below the axis as have room. */
function PlaceLabels({ points }: Pick<ChartProps, 'points'>) {
  const step = Math.max(1, Math.ceil(points.length * LABEL_SHARE));
  const shown = points.map(({ x }, at) => ({ x, at })).filter(({ at }) => at % step === 0);
  return (
    <div className={classes.places} aria-hidden>
      {shown.map(({ at, x }) => (
        <span
          key={at}
          style={{
            insetInlineStart: `${(at / points.length) * 100}%`,
            // The same share of its own width: the last label ends where the plot does, and none is cut off.
            transform: `translateX(-${(at / points.length) * 100}%)`,
          }}
        >
          {x}
        </span>
      ))}
    </div>
  );
}
