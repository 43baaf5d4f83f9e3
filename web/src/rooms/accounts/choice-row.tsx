import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import type { Account, Choice } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Badge, Notice } from '../../ui/notice.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/accounts.ts'

/** `again`: the account that is connected once more, whose handle is what somebody would type first. */
export function ChoiceRow({ choice, again }: { choice: Choice; again?: Account | undefined }) {
  const { id } = useHere()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState(again?.username ?? '')
  const { platform, name, sandbox, fields, hint } = choice

  async function go() {
    setBusy(true)
    setProblem(undefined)
    try {
      const at = `/workspaces/${id}/connect`
      const wish = { platform, sandbox, ...(said.trim() && { hint: said.trim() }) }
      const { url } = await ask<{ url: string }>('POST', at, wish)
      window.location.assign(url)
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }

  const whole = sandbox ? words.choice.inSandbox(name) : name
  return (
    <li className="grid gap-3 p-4 sm:px-5">
      <div className="flex items-center gap-4">
        <PlatformMark platform={platform} className="size-10" />
        <p className="min-w-0 flex-1 font-semibold">
          {name} {sandbox && <Badge>{common.thing.sandbox}</Badge>}
        </p>
        <Button
          {...(again && { look: 'primary' as const })}
          busy={busy}
          onClick={() => void go()}
          aria-label={words.choice.connectTo(whole)}
        >
          {words.choice.connect}
        </Button>
      </div>
      {hint && (
        <div className="max-w-sm">
          <TextField
            name="hint"
            label={words.choice.hintLabel(hint.label, whole)}
            hint={words.choice.hint(hint.text)}
            value={said}
            onChange={({ target }) => setSaid(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      )}
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      {fields && (
        <details className="text-sm">
          <summary className="text-muted">{words.choice.withPassword}</summary>
          <SignInFields choice={choice} fields={fields} label={words.choice.signInTo(whole)} />
        </details>
      )}
    </li>
  )
}

/** What the platform asks for comes from its manifest. */
function SignInFields({
  choice: { platform, sandbox },
  fields,
  label,
}: {
  choice: Choice
  fields: NonNullable<Choice['fields']>
  label: string
}) {
  const { id } = useHere()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm(
    (values) =>
      ask<{ offer: string } | { connected: { id: number }[] }>(
        'POST',
        `/workspaces/${id}/connect/sign-in`,
        { platform, sandbox, values },
      ),
    async (came) => {
      await queries.invalidateQueries({ queryKey: [id, 'accounts'] })
      if ('offer' in came)
        await navigate({ to: '/accounts/connect', search: { offer: came.offer } })
      else {
        const connected = came.connected.map((each) => each.id).join(',')
        await navigate({ to: '/accounts', search: { connected } })
      }
    },
  )
  return (
    <Form form={form} label={label} className="mt-3 grid max-w-sm gap-4">
      {fields.map(({ name, label: text, secret }) => (
        <TextField
          key={name}
          name={name}
          label={text}
          type={secret ? 'password' : 'text'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      <Button type="submit" busy={form.busy}>
        {common.act.signIn}
      </Button>
    </Form>
  )
}
