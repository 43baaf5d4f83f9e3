import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Check, NewPassword } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Heading } from './heading.tsx'

export function Reset() {
  const { token = '' } = useSearch({ from: '/entry/reset' })
  const navigate = useNavigate()
  const form = useForm(
    ({ password, keep_apps }) =>
      ask('POST', '/password/reset', { token, password, keep_apps: keep_apps === 'on' }),
    () => navigate({ to: '/sign-in', search: { after: 'reset' } }),
  )
  return (
    <>
      <Heading
        title="Choose a new password"
        lead="You will be signed out everywhere, and sign in with the new one."
      />
      <Form form={form} label="Reset by link">
        <NewPassword label="New password" />
        <Check name="keep_apps" label="Keep the apps connected that I let in" />
        <Button type="submit" look="primary" busy={form.busy}>
          Use this password
        </Button>
      </Form>
      <Link to="/forgot" className="prose-link text-sm">
        Send me another link
      </Link>
    </>
  )
}
