import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Check, NewPassword } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Heading } from './heading.tsx'
import { words } from '../../words/entry.ts'

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
      <Heading title={words.reset.title} lead={words.reset.lead} />
      <Form form={form} label={words.reset.form}>
        <NewPassword label={words.reset.password} />
        <Check name="keep_apps" label={words.reset.keepApps} />
        <Button type="submit" look="primary" busy={form.busy}>
          {words.reset.submit}
        </Button>
      </Form>
      <Link to="/forgot" className="prose-link text-sm">
        {words.reset.again}
      </Link>
    </>
  )
}
