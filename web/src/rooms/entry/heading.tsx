import type { ReactNode } from 'react'
import { useHeading } from '../../ui/page.tsx'

export function Heading({ title, lead }: { title: string; lead?: ReactNode }) {
  const heading = useHeading(title)
  return (
    <div className="grid gap-2">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="text-muted">{lead}</p>}
    </div>
  )
}
