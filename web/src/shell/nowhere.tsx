import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { sentenceOf } from '../api/ask.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useHeading } from '../ui/page.tsx'
import { Brand } from './brand.tsx'

export function Nowhere() {
  return (
    <Alone title="There is nothing here" text="The address may have been mistyped.">
      <LinkButton to="/" look="primary">
        To the overview
      </LinkButton>
    </Alone>
  )
}

export function Crash({ error }: ErrorComponentProps) {
  return (
    <Alone title="That did not work" text={sentenceOf(error)}>
      <Button look="primary" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </Alone>
  )
}

function Alone({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: React.ReactNode
}) {
  const heading = useHeading(title)
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center justify-items-start gap-4 p-6">
      <Link to="/" aria-label="Crier, overview">
        <Brand />
      </Link>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="text-muted">{text}</p>
      {children}
    </main>
  )
}
