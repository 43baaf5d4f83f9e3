const tones = { accent: 'stroke-accent', warn: 'stroke-warn', danger: 'stroke-danger' } as const

/** A share as a ring that fills. It decorates: a number beside it says it. */
export function Ring({ share, tone = 'accent' }: { share: number; tone?: keyof typeof tones }) {
  const part = Math.max(0, Math.min(1, share)) * 100
  return (
    <svg viewBox="0 0 20 20" className="size-4.5 -rotate-90" aria-hidden="true">
      <circle cx="10" cy="10" r="7.500" fill="none" strokeWidth="3" className="stroke-line" />
      <circle
        cx="10"
        cy="10"
        r="7.500"
        fill="none"
        strokeWidth="3"
        pathLength="100"
        strokeDasharray={`${part} 100`}
        strokeLinecap={part > 0 ? 'round' : 'butt'}
        className={part > 0 ? tones[tone] : 'stroke-transparent'}
      />
    </svg>
  )
}

/** A share as a bar. */
export function Bar({ share, label }: { share: number; label: string }) {
  return (
    <progress
      max={1}
      value={Math.max(0, Math.min(1, share))}
      aria-label={label}
      className="progress h-1.5 w-full"
    />
  )
}
