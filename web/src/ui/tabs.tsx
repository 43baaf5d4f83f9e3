/** Several views of one place. Arrows move between them. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab {
  value: string
  label: ReactNode
  /** How many things are in it. */
  count?: number
}

export function Tabs({
  label,
  tabs,
  value,
  onValue,
  children,
}: {
  /** Of what they are views. */
  label: string
  tabs: readonly Tab[]
  value: string
  onValue: (value: string) => void
  /** One `TabPanel` each. */
  children?: ReactNode
}) {
  return (
    <Base.Root
      value={value}
      onValueChange={(now: unknown) => onValue(String(now))}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
    >
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex min-w-0 gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="inline-flex min-h-10 shrink-0 items-center gap-2 rounded-t-md border-b-2 border-transparent px-3 text-sm font-medium text-muted outline-offset-[-2px] transition-colors hover:text-ink data-[active]:border-accent data-[active]:text-ink pointer-coarse:min-h-11"
          >
            {tab.label}{' '}
            {tab.count !== undefined && (
              <span className="rounded-full bg-sunk px-1.5 text-xs text-muted tabular-nums">
                {tab.count}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className="min-w-0 outline-none">
      {children}
    </Base.Panel>
  )
}
