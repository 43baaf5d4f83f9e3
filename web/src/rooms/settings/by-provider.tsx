import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { identityQuery, stateQuery } from '../../api/queries.ts'
import type { Identity } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { words } from '../../words/settings.ts'

/** Being known by the provider that people sign in by. */
export function SignInByProvider() {
  const { data: state } = useQuery(stateQuery)
  const identity = useQuery({ ...identityQuery, enabled: !!state?.oidc })
  if (!state?.oidc) return null
  const { name } = state.oidc
  return (
    <Section title={words.security.by(name)}>
      <Card>
        <Loaded query={identity} what={words.security.by(name)}>
          {(found) =>
            found.linked ? <p>{words.security.linked(name)}</p> : <Link name={name} {...found} />
          }
        </Loaded>
      </Card>
    </Section>
  )
}

function Link({ name, needs_password }: Identity & { name: string }) {
  const form = useForm(
    (values) => ask<{ url: string }>('POST', '/identity', values),
    ({ url }) => window.location.assign(url),
  )
  return (
    <Form form={form} label={words.security.by(name)} className="grid max-w-lg gap-5">
      <p className="text-muted">{words.security.linkLead(name)}</p>
      {needs_password && (
        <TextField
          name="password"
          label={words.security.now}
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <Button type="submit" className="justify-self-start" busy={form.busy}>
        {words.security.link(name)}
      </Button>
    </Form>
  )
}
