/** Parameters on links: what every link of a post is given, for the workspace and for single labels. */
import type { GetUtmTemplatesAnswer } from '@crier/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Here, useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/links.ts'
import { exampleOf, linesOf, type Named, named, parametersOf } from './utm-lines.ts'

type Templates = GetUtmTemplatesAnswer

const utmQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'utm'],
    queryFn: ({ signal }) => crier.getUtmTemplates({}, { signal }),
  })

export function Utm() {
  const here = useHere()
  const query = useQuery(utmQuery(here))
  return (
    <Section title={words.utm.title} lead={words.utm.lead}>
      <Loaded query={query} what={words.utm.what} rows={1}>
        {(found) => <Templates key={`${here.id} ${found.updated_at}`} found={found} />}
      </Loaded>
    </Section>
  )
}

interface Edited {
  /** Null: of the workspace. */
  label: string | null
  parameters: Readonly<Record<Named, string>>
  /** The others, a line each. */
  more: string
  hosts: readonly string[]
}

function Templates({ found }: { found: Templates }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [list, setList] = useState<readonly Edited[]>(() => found.templates.map(edited))
  const form = useForm(
    () =>
      here.crier.setUtmTemplates({
        templates: list.map(({ label, parameters, more, hosts }) => ({
          label: label === null ? null : label.trim(),
          parameters: parametersOf(parameters, more),
          hosts: hosts.length ? [...hosts] : null,
        })),
        ...(found.updated_at !== null && { updated_at: found.updated_at }),
      }),
    async () => {
      say(words.utm.saved)
      await queries.invalidateQueries(utmQuery(here))
    },
  )
  const add = (label: string | null) =>
    setList([...list, edited({ label, parameters: {}, hosts: null })])
  const set = (index: number, more: Partial<Edited>) =>
    setList(list.map((each, at) => (at === index ? { ...each, ...more } : each)))
  return (
    <Form form={form} label={words.utm.title}>
      {list.map((each, index) => (
        <Card key={index} className="grid max-w-2xl gap-5">
          <Template
            edited={each}
            index={index}
            edits={here.publishes}
            set={(more) => set(index, more)}
            remove={() => setList(list.filter((_, at) => at !== index))}
          />
        </Card>
      ))}
      {!list.length && <p className="text-muted">{words.utm.none}</p>}
      {here.publishes && (
        <div className="flex flex-wrap gap-2">
          {!list.some(({ label }) => label === null) && (
            <Button icon="plus" onClick={() => add(null)}>
              {words.utm.addAll}
            </Button>
          )}
          <Button icon="plus" onClick={() => add('')}>
            {words.utm.addLabel}
          </Button>
          {(list.length > 0 || found.templates.length > 0) && (
            <Button type="submit" look="primary" busy={form.busy}>
              {common.act.save}
            </Button>
          )}
        </div>
      )}
    </Form>
  )
}

function Template({
  edited: { label, parameters, more, hosts },
  index,
  edits,
  set,
  remove,
}: {
  edited: Edited
  index: number
  edits: boolean
  set: (more: Partial<Edited>) => void
  remove: () => void
}) {
  const title = label === null ? words.utm.all : words.utm.ofLabel(label)
  const place = `templates.${index}`
  return (
    <fieldset disabled={!edits} className="grid min-w-0 gap-5">
      <legend className="mb-4 font-semibold">{title}</legend>
      {label !== null && (
        <TextField
          name={`${place}.label`}
          label={words.utm.label}
          value={label}
          onChange={({ target }) => set({ label: target.value })}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {named.map((name) => (
          <TextField
            key={name}
            name={`${place}.parameters.${name}`}
            label={name}
            value={parameters[name]}
            onChange={({ target }) => set({ parameters: { ...parameters, [name]: target.value } })}
          />
        ))}
      </div>
      <p className="text-sm text-muted">{words.utm.placeholders}</p>
      <TextArea
        name={`${place}.parameters`}
        label={words.utm.more}
        hint={words.utm.moreHint}
        rows={2}
        value={more}
        onChange={({ target }) => set({ more: target.value })}
      />
      <div className="grid gap-1.5">
        <Chips
          label={words.utm.hosts}
          hint={words.utm.hostsHint}
          list={hosts}
          onList={(next) => set({ hosts: next })}
        />
      </div>
      <p className="text-sm break-all">
        <span className="text-muted">{words.utm.example}</span>{' '}
        {exampleOf(parametersOf(parameters, more), label)}
      </p>
      {edits && (
        <Button small look="quiet" icon="trash" className="justify-self-start" onClick={remove}>
          {words.utm.remove(title)}
        </Button>
      )}
    </fieldset>
  )
}

function edited({ label, parameters, hosts }: Templates['templates'][number]): Edited {
  return { label, hosts: hosts ?? [], ...linesOf(parameters) }
}
