/** One option of a platform, drawn from its JSON Schema. What is left as it is usually is not sent. */
import { useId, useState } from 'react'
import { Combobox, type Item } from '../../ui/combobox.tsx'
import { Chips } from '../../ui/chips.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { words } from '../../words/write.ts'
import { lengthOf } from '../../words/format.ts'
import { hintOf } from '../../words/hints.ts'
import { optionLabels, valueLabel } from '../../words/options.ts'
import type { Sentence } from '../../writing/patch.ts'

/** The keywords that our schemas use; a test holds all ten manifests to them. */
export interface Schema {
  type?: string
  description?: string
  default?: unknown
  enum?: readonly string[]
  format?: string
  pattern?: string
  items?: Schema
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean
}

export interface OptionProps {
  /** `x.reply_settings`. */
  path: string
  schema: Schema
  value: unknown
  onValue: (value: unknown) => void
  problem?: Sentence | undefined
  /** What this account offers, by name. */
  items?: readonly Item[] | undefined
}

/** Of an option that is for photos or videos only: whether these files are such. */
export function concerns({ description = '' }: Schema, files: readonly { type: string }[]) {
  const only = /^(Photos|Videos) only/.exec(description)?.[1]
  if (only === undefined || !files.length) return true
  const start = only === 'Photos' ? 'image/' : 'video/'
  return files.some(({ type }) => type.startsWith(start))
}

const FEW = 4

export function OptionField(props: OptionProps) {
  const { path, schema, problem, items } = props
  const hint = hintOf(path, schema.description)
  // What the account offers may come while somebody writes here: the list takes the place of the line when they have left it.
  const [writing, setWriting] = useState(false)
  return (
    <div
      data-place={`platform_options.${path}`}
      className="grid min-w-0 gap-1.5"
      onFocus={() => setWriting(items === undefined)}
      onBlur={() => setWriting(false)}
    >
      <Control {...props} items={writing ? undefined : items} />
      {problem !== undefined && <Wrong {...problem} />}
      {hint && schema.type !== 'boolean' && (
        <p className="text-xs text-muted" lang={hint.lang}>
          {hint.text}
        </p>
      )}
    </div>
  )
}

/** What is wrong with it, below it. */
export function Wrong({ text, lang }: Sentence) {
  return (
    <p className="flex gap-1.5 text-sm text-danger" lang={lang}>
      <Icon name="warning" className="mt-0.5 size-4" />
      {text}
    </p>
  )
}

function Control({ path, schema, value, onValue, items }: OptionProps) {
  const label = optionLabels[path] ?? valueLabel(path.split('.').at(-1) ?? path)
  const hint = hintOf(path, schema.description)
  if (items) {
    return (
      <Combobox
        label={label}
        items={items}
        value={typeof value === 'string' ? value : undefined}
        onValue={onValue}
        placeholder={words.write.usual}
      />
    )
  }
  if (schema.enum) return <Choice {...{ path, schema, value, onValue, label }} />
  if (schema.type === 'boolean') {
    return (
      <Switch
        label={label}
        hint={hint && <span lang={hint.lang}>{hint.text}</span>}
        checked={value === undefined ? schema.default === true : value === true}
        onChecked={(on) => onValue(on === (schema.default ?? false) ? undefined : on)}
      />
    )
  }
  if (schema.type === 'object' && schema.properties) {
    return <Group {...{ path, schema, value, onValue, label }} />
  }
  if (schema.type === 'array')
    return (
      <Chips
        label={label}
        list={Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []}
        {...(schema.maxItems !== undefined && { max: schema.maxItems })}
        onList={(list) => onValue(list.length ? list : undefined)}
      />
    )
  return <Line {...{ path, schema, value, onValue, label }} />
}

function Choice({
  schema,
  value,
  onValue,
  label,
}: Omit<OptionProps, 'problem' | 'items'> & { label: string }) {
  const id = useId()
  const usual = typeof schema.default === 'string' ? schema.default : undefined
  const chosen = typeof value === 'string' ? value : usual
  const options = (schema.enum ?? []).map((each) => ({ value: each, label: valueLabel(each) }))
  const set = (now: string) => onValue(now === usual || now === '' ? undefined : now)
  if (usual !== undefined && options.length <= FEW) {
    return <Segmented label={label} shown value={chosen} options={options} onValue={set} small />
  }
  return (
    <>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={({ target }) => set(target.value)}
        className="control"
      >
        {usual === undefined && <option value="">{words.write.usual}</option>}
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    </>
  )
}

const kinds: Readonly<Record<string, string>> = { uri: 'url', date: 'date', time: 'time' }

/** Nobody has the minutes of a week by heart: they are said below the field, and the usual lengths offered in it. */
const LENGTHS = [30, 60, 6 * 60, 12 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60]

function Line({
  path,
  schema,
  value,
  onValue,
  label,
}: Pick<OptionProps, 'path' | 'schema' | 'value' | 'onValue'> & { label: string }) {
  const id = useId()
  const number = schema.type === 'integer'
  const isLength = number && path.endsWith('_minutes')
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return (
    <>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        dir="auto"
        type={number ? 'number' : (kinds[schema.format ?? ''] ?? 'text')}
        value={text}
        min={schema.minimum}
        maxLength={schema.maxLength}
        placeholder={schema.default === undefined ? undefined : JSON.stringify(schema.default)}
        onChange={({ target }) => {
          if (target.value === '') onValue(undefined)
          else onValue(number ? Number(target.value) : target.value)
        }}
        className="control"
        {...(isLength && { list: `${id}-lengths`, 'aria-describedby': `${id}-length` })}
      />
      {isLength && (
        <>
          <datalist id={`${id}-lengths`}>
            {LENGTHS.map((minutes) => (
              <option key={minutes} value={minutes}>
                {lengthOf(minutes)}
              </option>
            ))}
          </datalist>
          <p id={`${id}-length`} className="text-sm tabular-nums">
            {typeof value === 'number' && value >= 1 ? `= ${lengthOf(value)}` : ''}
          </p>
        </>
      )}
    </>
  )
}

function Group({
  path,
  schema,
  value,
  onValue,
  label,
}: Pick<OptionProps, 'path' | 'schema' | 'value' | 'onValue'> & { label: string }) {
  const inner: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {}
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{label}</legend>
      {Object.entries(schema.properties ?? {}).map(([name, each]) => (
        <OptionField
          key={name}
          path={`${path}.${name}`}
          schema={each}
          value={inner[name]}
          onValue={(now) => {
            const next = { ...inner, [name]: now }
            const kept = Object.entries(next).filter(([, said]) => said !== undefined)
            onValue(kept.length ? Object.fromEntries(kept) : undefined)
          }}
        />
      ))}
    </fieldset>
  )
}
