/** Everything that a series is, to be written or changed. */
import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { AccountChoice } from '../../ui/account-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import type { KeptWords } from '../../ui/kept-words.tsx'
import { cityOf, list } from '../../words/format.ts'
import { words } from '../../words/series.ts'
import { Coming } from './coming.tsx'
import { type Draft, fieldOf, type Text } from './draft.ts'
import { planOf } from './rule.ts'
import { RuleFields } from './rule-fields.tsx'

export interface Wanted extends Draft {
  rule: string
  starts_at: string
  /** It has no end, so somebody confirms it once a year. */
  confirm_yearly: boolean
}

/** What is held beside the boxes: all but its name. */
export type Held = Pick<Wanted, 'rule' | 'starts_at' | 'texts' | 'account_ids'>

export const heldOf = ({ rule, starts_at, texts, account_ids }: Held): Held => ({
  rule,
  starts_at,
  texts,
  account_ids,
})

export function SeriesForm<Answer>({
  label,
  submit,
  id,
  from,
  kept,
  again,
  timezone,
  send,
  done,
}: {
  label: string
  submit: string
  /** Of one that is there already. */
  id?: number
  from: Omit<Wanted, 'confirm_yearly'>
  /** Of `heldOf` what it is made from. */
  kept: KeptWords<Held>
  /** What throws away what was typed before. */
  again: string
  timezone: string
  send: (wanted: Wanted) => Promise<Answer>
  done: (answer: Answer) => void | Promise<void>
}) {
  const { rule, starts_at, texts, account_ids } = kept.choice
  const hold = (more: Partial<Held>) => kept.choose({ ...kept.choice, ...more })
  const plan = planOf(rule)
  const confirm_yearly = plan ? plan.end === 'open' : !/COUNT=|UNTIL=/i.test(rule)
  // What is as it was is not said: a series that has begun does not begin in the past once more.
  const times = {
    timezone,
    confirm_yearly: confirm_yearly && (id === undefined || rule !== from.rule),
    ...(id !== undefined && { id }),
    ...((id === undefined || rule !== from.rule) && { rule }),
    ...((id === undefined || starts_at !== from.starts_at) && { starts_at }),
  }
  const form = useForm(
    ({ name = '' }) =>
      send({ name, texts, account_ids, rest: from.rest, rule, starts_at, confirm_yearly }),
    (answer) => {
      kept.sent()
      return done(answer)
    },
  )
  return (
    <KeptForm
      kept={kept}
      base={id === undefined ? '' : JSON.stringify(from)}
      again={again}
      form={form}
      label={label}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <TextField
          name="name"
          label={words.fields.name}
          hint={words.fields.nameHint}
          defaultValue={from.name}
        />
        <Texts texts={texts} setTexts={(next) => hold({ texts: next })} />
        <Accounts chosen={account_ids} setChosen={(next) => hold({ account_ids: next })} />
        <With draft={from} />
        <TextField
          name="starts_at"
          type="datetime-local"
          label={words.fields.starts}
          hint={words.fields.startsHint(cityOf(timezone))}
          value={starts_at}
          onChange={({ target }) => hold({ starts_at: target.value.slice(0, 16) })}
        />
        <RuleFields rule={rule} onRule={(next) => hold({ rule: next })} />
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-start">
          {submit}
        </Button>
      </div>
      <Coming {...times} />
    </KeptForm>
  )
}

function Texts({
  texts,
  setTexts,
}: {
  texts: readonly Text[]
  setTexts: (texts: readonly Text[]) => void
}) {
  const alone = texts.length === 1
  return (
    <div className="grid gap-4">
      {texts.map((text, index) => (
        <div key={index} className="grid gap-1.5">
          <TextArea
            name={fieldOf(texts, index)}
            label={alone ? words.fields.text : words.fields.textOf(index + 1)}
            rows={4}
            value={text.content}
            onChange={({ target }) =>
              setTexts(
                texts.map((each, at) => (at === index ? { ...each, content: target.value } : each)),
              )
            }
          />
          {!alone && (
            <Button
              small
              look="quiet"
              icon="cross"
              className="justify-self-end"
              onClick={() => setTexts(texts.filter((_, at) => at !== index))}
            >
              {words.fields.removeText(index + 1)}
            </Button>
          )}
        </div>
      ))}
      {!alone && <p className="text-sm text-muted">{words.fields.turns}</p>}
      <Button
        small
        icon="plus"
        className="justify-self-start"
        onClick={() => setTexts([...texts, { content: '', own: {} }])}
      >
        {words.fields.addText}
      </Button>
    </div>
  )
}

function Accounts({
  chosen,
  setChosen,
}: {
  chosen: readonly number[]
  setChosen: (chosen: readonly number[]) => void
}) {
  const { data: accounts = [] } = useQuery(accountsQuery(useHere()))
  return (
    <AccountChoice
      name="post.social_account_ids"
      legend={words.fields.accounts}
      accounts={accounts}
      chosen={chosen}
      setChosen={setChosen}
    />
  )
}

/** What a post brought along that is written in the composer only. */
function With({ draft: { rest } }: { draft: Draft }) {
  const { fields: said } = words
  const files = rest['media_ids']
  const labels = rest['labels']
  const all = [
    ...(Array.isArray(files) && files.length ? [said.files(files.length)] : []),
    ...(rest['platform_content'] ? [said.versions] : []),
    ...(rest['platform_options'] ? [said.options] : []),
    ...(rest['first_comment'] ? [said.comment] : []),
    ...(rest['thread'] ? [said.thread] : []),
    ...(Array.isArray(labels) && labels.length ? [said.labels(list(labels.map(String)))] : []),
  ]
  if (!all.length) return null
  return (
    <p className="text-sm text-muted">
      {said.with}: {list(all)}.
    </p>
  )
}
