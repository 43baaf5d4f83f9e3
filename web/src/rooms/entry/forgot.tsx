import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Heading } from './heading.tsx'
import { MailNote } from './mail-note.tsx'

export function Forgot() {
  const [sent, setSent] = useState<string>()
  const form = useForm(
    async ({ email = '' }) => {
      await ask('POST', '/password/forgot', { email })
      return email
    },
    (email) => setSent(email),
  )
  return (
    <>
      {sent === undefined ? (
        <>
          <Heading
            title="Forgot your password?"
            lead="Tell your address, and a link to choose a new one comes by mail."
          />
          <Form form={form} label="Reset by mail">
            <TextField name="email" label="E-mail" type="email" autoComplete="username" required />
            <Button type="submit" look="primary" busy={form.busy}>
              Send the link
            </Button>
          </Form>
        </>
      ) : (
        <>
          <Heading
            title="Look into your mail"
            lead={`If ${sent} has an account here, the link is on its way. `}
          />
          <MailNote />
        </>
      )}
      <Link to="/sign-in" className="prose-link text-sm">
        Back to sign-in
      </Link>
    </>
  )
}
