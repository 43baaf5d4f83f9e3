/** What a post says to one platform besides its text. */
import type { GetAccountChoicesAnswer } from '@crier/sdk'
import { useQueries } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Account } from '../../api/types.ts'
import { choicesOfQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { PlatformMark, platformName } from '../../ui/platform-mark.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/write.ts'
import type { Problem } from '../../writing/patch.ts'
import type { Composition } from '../../writing/composition.ts'
import type { Store } from '../../writing/store.ts'
import { Captions } from './captions.tsx'
import { goToPlace } from './go-to.ts'
import { concerns, OptionField, type Schema } from './option-field.tsx'
import { Place, placeOptions } from './place.tsx'
import { TikTok } from './tiktok.tsx'

type Options = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Options whose values live on an account. */
const offered = new Set(['pinterest', 'youtube', 'tiktok'])

export function PlatformOptions({
  accounts,
  schemas,
  options,
  store,
  problems,
  files,
}: {
  /** The chosen ones. */
  accounts: readonly Account[]
  schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  options: Options
  store: Store
  problems: readonly Problem[]
  files: Composition['files']
}) {
  const here = useHere()
  const asked = accounts.filter(({ platform }) => offered.has(platform))
  const answers = useQueries({ queries: asked.map(({ id }) => choicesOfQuery(here, id)) })
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  return (
    <div className="grid gap-2">
      {platforms.map((platform) => {
        const schema = schemas[platform] ?? {}
        if (!Object.keys(schema).length) return null
        const values = options[platform] ?? {}
        const mine = problems.filter(({ field }) =>
          field.startsWith(`platform_options.${platform}`),
        )
        const set = (name: string, value: unknown) =>
          store.change(({ options: before }) => {
            const next = { ...before[platform], [name]: value }
            const kept = Object.entries(next).filter(([, said]) => said !== undefined)
            return { options: { ...before, [platform]: Object.fromEntries(kept) } }
          })
        const first = asked.findIndex((each) => each.platform === platform)
        const choices = answers[first]?.data
        const count = Object.keys(values).length
        return (
          <Fold key={platform} isNeeded={platform === 'tiktok' || mine.length > 0}>
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-lg px-3.5 text-sm font-medium hover:bg-sunk">
              <PlatformMark platform={platform} className="size-5" />
              {words.write.optionsOf(platformName(platform))}
              {count > 0 && (
                <span className="text-xs font-normal text-muted">{words.write.set(count)}</span>
              )}
              {mine.length > 0 && <Icon name="warning" className="size-4 text-danger" />}
              <Icon
                name="down"
                className="ms-auto size-4 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <div className="grid gap-5 border-t border-line p-4">
              {platform === 'tiktok' ? (
                <TikTok
                  accounts={accounts.filter((each) => each.platform === platform)}
                  schemas={schema}
                  values={values}
                  choices={choices}
                  set={set}
                  problems={mine}
                  files={files}
                />
              ) : (
                Object.entries(schema)
                  .filter(([, each]) => concerns(each as Schema, files))
                  .map(([name, each]) => {
                    const field = {
                      value: values[name],
                      onValue: (value: unknown) => set(name, value),
                      problem: mine.find((one) =>
                        one.field.startsWith(`platform_options.${platform}.${name}`),
                      ),
                    }
                    const account = accounts.find((each) => each.platform === platform)
                    if (account && placeOptions[platform] === name)
                      return (
                        <Place
                          key={name}
                          account_id={account.id}
                          path={`${platform}.${name}`}
                          {...field}
                        />
                      )
                    return name === 'captions' ? (
                      <Captions key={name} files={files} {...field} />
                    ) : (
                      <OptionField
                        key={name}
                        path={`${platform}.${name}`}
                        schema={each as Schema}
                        items={itemsOf(choices, name, values)}
                        {...field}
                      />
                    )
                  })
              )}
            </div>
          </Fold>
        )
      })}
    </div>
  )
}

/** From where the text is to the poll of the first platform that has some; a poll goes with no file. */
export function PollButton({
  accounts,
  schemas,
  files,
}: Pick<ComponentProps<typeof PlatformOptions>, 'accounts' | 'schemas' | 'files'>) {
  const first = accounts.find(({ platform }) => schemas[platform]?.['poll'] !== undefined)?.platform
  if (first === undefined || files.length > 0) return null
  return (
    <Button
      small
      look="quiet"
      icon="chart"
      onClick={() => goToPlace(`platform_options.${first}.poll`)}
    >
      {words.preview.poll}
    </Button>
  )
}

/** Opens where something is needed in it; what was mended closes under nobody's hands. */
function Fold({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isNeeded)
  const [wasNeeded, setNeeded] = useState(isNeeded)
  if (isNeeded !== wasNeeded) {
    setNeeded(isNeeded)
    if (isNeeded) setOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-lg border border-line bg-card"
    >
      {children}
    </details>
  )
}

/** Of a section those of its board only. */
function itemsOf(
  choices: GetAccountChoicesAnswer | undefined,
  name: string,
  values: Readonly<Record<string, unknown>>,
) {
  const list = choices?.options[name]
  if (!list) return undefined
  const board = values['board_id']
  return list
    .filter(({ within }) => within === undefined || board === undefined || within === board)
    .map(({ value, name: label, note }) => ({
      value,
      label,
      ...(note !== undefined && { hint: note }),
    }))
}
