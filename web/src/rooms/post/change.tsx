/** Changing what is out on an account: a form of what the platform lets us change there, and nothing else. */
import type { PerAccount, Post } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { capabilitiesQuery, postQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { words } from '../../words/change.ts'
import { common } from '../../words/common.ts'
import { valueLabel } from '../../words/options.ts'
import { calledIn } from './called-in.ts'
import { optionName } from './goes-out.ts'
import { alike, changeable, outThere } from './out-there.ts'

export function Change({
  post,
  account,
  onClose,
  reopen,
}: {
  post: Post
  account: PerAccount
  onClose: () => void
  reopen: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const { data: capabilities } = useQuery(capabilitiesQuery(here))
  // What somebody else changes while this is open must not be overwritten unseen.
  const [seen] = useState(post.updated_at)
  const [out] = useState(() => outThere(post, account))
  const [also, setAlso] = useState<ReadonlySet<number>>(new Set())
  const { account_id, platform, edit } = account
  const kept = useKeptWords(`${here.id}.change.${post.id}.${account_id}`, { onClose, reopen })
  const name = platformName(platform)
  const fields = changeable(account, capabilities)
  const options = fields.filter((field) => field !== 'content')
  const others = alike(post, account, capabilities)
  // One that did not get through is tried again with its own words.
  const tried = edit && edit.state !== 'edited' ? edit : undefined
  const fieldOf = (option: string) => `platform_options.${platform}.${option}`
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

  const form = useForm(
    ({ content, ...values }) => {
      const text = content === undefined || content === out.content ? undefined : content
      const changed = options.flatMap((option) => {
        const value = values[fieldOf(option)]
        return value && value !== out.options[option] ? [[option, value] as const] : []
      })
      return here.crier.editPublishedPost({
        id: post.id,
        updated_at: seen,
        account_ids: [account_id, ...(text === undefined ? [] : also)],
        ...(text !== undefined && { content: text }),
        ...(changed.length > 0 && {
          platform_options: { [platform]: Object.fromEntries(changed) },
        }),
      })
    },
    async (now) => {
      kept.sent()
      queries.setQueryData(postQuery(here, post.id).queryKey, now)
      onClose()
      say(words.asked)
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )

  return (
    <Dialog title={words.title(name)} onClose={kept.close} wide>
      <p className="text-muted">{words.lead(name)}</p>
      <KeptForm kept={kept} base={seen} form={form} label={words.open} again={common.typed.asSaved}>
        {fields.includes('content') && (
          <TextArea
            name="content"
            label={words.text}
            hint={words.textHint}
            rows={8}
            defaultValue={tried?.content ?? out.content}
          />
        )}
        {options.map((option) => {
          const is = textOf(tried?.options[option] ?? out.options[option])
          const choices = choicesOf(capabilities?.platform_options[platform]?.[option])
          const about = {
            name: fieldOf(option),
            label: optionName(platform, option),
            defaultValue: is,
          }
          if (!choices.length) return <TextField key={option} {...about} />
          const listed = choices.map((value) => ({ value, label: valueLabel(value) }))
          const unset = { value: '', label: words.unchanged }
          return <SelectField key={option} {...about} options={is ? listed : [unset, ...listed]} />
        })}
        {others.length > 0 && (
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-sm font-medium">{words.also}</legend>
            {others.map((each) => (
              <Check
                key={each.account_id}
                checked={also.has(each.account_id)}
                onChange={({ target }) => {
                  const next = new Set(also)
                  if (target.checked) next.add(each.account_id)
                  else next.delete(each.account_id)
                  setAlso(next)
                }}
                label={`${platformName(each.platform)} ${calledIn(post, each)}`}
                hint={words.alsoHint}
              />
            ))}
          </fieldset>
        )}
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-end">
          {words.submit(name)}
        </Button>
      </KeptForm>
    </Dialog>
  )
}

/** Of an option's schema. */
function choicesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || !('enum' in schema)) return []
  const { enum: values } = schema
  return Array.isArray(values) ? values.filter((each) => typeof each === 'string') : []
}
