import { useState } from 'react'
import type { Account } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { words } from '../../words/conflict.ts'
import { words as writing } from '../../words/write.ts'
import { list } from '../../words/format.ts'
import type { When } from '../../writing/composition.ts'
import type { Clash, Contents, Field } from '../../writing/conflict.ts'
import { nameOfTarget } from './targets.ts'
import { said } from './when-said.ts'

/** What both changed: theirs, yours, and which of them it becomes. */
export function Conflict({
  clashes,
  accounts,
  settle,
  onClose,
}: {
  clashes: readonly Clash[]
  accounts: readonly Account[]
  settle: (chosen: Partial<Contents>) => void
  onClose: () => void
}) {
  const [theirs, setTheirs] = useState<ReadonlySet<Field>>(new Set())
  return (
    <Dialog title={words.title} onClose={onClose} wide>
      <p className="text-muted">{clashes.length ? words.lead : words.merged}</p>
      <div className="grid gap-5">
        {clashes.map(({ field, ...sides }) => (
          <section key={field} className="grid gap-2" aria-label={words.fields[field]}>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-sm">{words.fields[field]}</h3>
              <Segmented
                label={words.which(words.fields[field])}
                small
                value={theirs.has(field) ? 'theirs' : 'yours'}
                options={[
                  { value: 'theirs', label: words.theirs },
                  { value: 'yours', label: words.yours },
                ]}
                onValue={(value) => {
                  const next = new Set(theirs)
                  if (value === 'theirs') next.add(field)
                  else next.delete(field)
                  setTheirs(next)
                }}
              />
            </div>
            <div className="grid gap-2 sm:grid-cols-2">
              {(['theirs', 'yours'] as const).map((side) => {
                const taken = theirs.has(field) === (side === 'theirs')
                return (
                  <div
                    key={side}
                    className={`rounded-md border p-3 text-sm ${taken ? 'border-accent bg-accent-soft' : 'border-line text-muted'}`}
                  >
                    <p className="text-xs font-semibold">{words[side]}</p>
                    <p
                      dir="auto"
                      className="max-h-48 overflow-y-auto break-words whitespace-pre-wrap"
                    >
                      {told(sides[side], accounts, field)}
                    </p>
                  </div>
                )
              })}
            </div>
          </section>
        ))}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{writing.write.cancel}</Button>
        <Button
          look="primary"
          onClick={() =>
            settle(
              Object.fromEntries(
                clashes.map((each) => [
                  each.field,
                  theirs.has(each.field) ? each.theirs : each.yours,
                ]),
              ),
            )
          }
        >
          {words.goOn}
        </Button>
      </div>
    </Dialog>
  )
}

function isThread(value: readonly unknown[]) {
  return value.some((each) => typeof each === 'object' && each !== null && 'text' in each)
}

function isWhen(value: Contents[Field]): value is When {
  return typeof value === 'object' && 'way' in value
}

const ways: Readonly<Record<string, string>> = writing.thread.told

function told(value: Contents[Field], accounts: readonly Account[], field: Field): string {
  if (typeof value === 'string' && (field === 'thread_as' || field === 'split'))
    return ways[value] ?? value
  if (typeof value === 'string') return value || words.nothing
  if (isWhen(value)) return said(value, [], 'UTC')
  if (Array.isArray(value)) {
    const names = value.map(
      (each: number | { name: string; alt_text: string } | { text: string }) => {
        if (typeof each === 'number') return nameOfTarget(`a:${each}`, accounts)
        if (!('name' in each)) return each.text
        return each.alt_text ? `${each.name} (${each.alt_text})` : each.name
      },
    )
    if (isThread(value)) return names.join('\n⋯\n') || words.nothing
    return names.length ? list(names) : words.nothing
  }
  const lines = Object.entries(value).map(([name, each]) => {
    const of = name.includes(':') ? nameOfTarget(name, accounts) : platformName(name)
    return `${of}: ${typeof each === 'string' ? each : JSON.stringify(each)}`
  })
  return lines.join('\n') || words.nothing
}
