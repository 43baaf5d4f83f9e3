import { TextField } from '../../ui/field.tsx'
import { words } from '../../words/deletion.ts'

/** What shows that it is the person, and not somebody at their browser. */
export function Proof({ needs }: { needs: { needs_password: boolean; needs_code: boolean } }) {
  if (!needs.needs_password) return <p className="text-sm text-muted">{words.fresh}</p>
  return (
    <>
      <TextField
        name="password"
        label={words.password}
        type="password"
        autoComplete="current-password"
        required
      />
      {needs.needs_code && (
        <TextField
          name="code"
          label={words.code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
    </>
  )
}
