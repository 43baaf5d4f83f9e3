import { type ReactNode, useEffect, useId, useRef } from 'react'

let arrived = false
/** “(2) ”, of what was not read yet. */
let mark = ''

export function markTitle(count: number) {
  mark = count ? `(${count}) ` : ''
  document.title = mark + document.title.replace(/^\(\d+\) /, '')
}

/** The frame of a room. Arriving in another room, the heading takes the focus, so that reading goes on there. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useHeading(title)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1.5">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="max-w-[60ch] text-muted">{lead}</p>}
        </div>
        {/* The title stands as high as where there is nothing beside it. */}
        {actions && <div className="-my-1 flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${mark}${title} · Crier`
    // Whoever has opened something over the room meanwhile stays in it.
    const over = document.activeElement?.closest('dialog[open], [role=dialog][data-open]')
    // On the first load the browser begins at the top by itself.
    if (arrived && !over) heading.current?.focus({ preventScroll: true })
    arrived = true
  }, [title])
  return heading
}

export function Section({
  title,
  lead,
  actions,
  children,
}: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p className="max-w-[65ch] text-sm text-muted">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className={`rounded-lg border border-line bg-card p-5 shadow-card ${className}`}>
      {children}
    </div>
  )
}

/** Rows that belong together, one below the other. */
export function Rows({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card shadow-card"
    >
      {children}
    </ul>
  )
}
