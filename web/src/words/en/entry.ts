/** English: signing up and in. */
import { type Value } from '../format.ts'

export const words = {
  again: {
    title: 'Your session has ended',
    lead: 'Sign in to go on. Nothing that you wrote is lost.',
    password: 'Password',
    submit: 'Sign in and go on',
    leave: 'Sign in as somebody else',
    amIn: 'I am signed in again',
    notYet: 'Not in this browser yet.',
  },
  code: {
    label: 'Code',
    hint: 'The six digits that your app shows now, or one of your recovery codes.',
  },
  confirm: {
    title: 'Confirm your address',
    lead: 'One click, and this address is yours.',
    form: 'Confirm',
    submit: 'Confirm my address',
    toDashboard: 'To the dashboard',
  },
  forgot: {
    title: 'Forgot your password?',
    lead: 'Tell your address, and a link to choose a new one comes by mail.',
    form: 'Reset by mail',
    send: 'Send the link',
    look: 'Look into your mail',
    sent: (sent: Value) => `If ${sent} has an account here, the link is on its way. `,
    back: 'Back to sign-in',
  },
  invitation: {
    what: 'the invitation',
    over: 'This invitation does not open',
    title: (name: Value) => `Join ${name}`,
    lead: (role: Value, may: Value) => `You are invited as ${role}. ${may}`,
    join: 'Join',
    another: (email: Value, email2: Value) =>
      `The invitation is for ${email}, and you are signed in as ${email2}. Sign out first.`,
    signInAs: (email: Value) => `Sign in as ${email}`,
    signUpAs: (email: Value) => `Make an account as ${email}`,
  },
  mailNote: {
    text: 'While no mail server is set up, mails are in the {link}.',
    link: 'sandbox’s mailbox',
  },
  passkey: {
    signIn: 'Sign in with a passkey',
    nothing: 'Nobody was signed in: it was cancelled, took too long, or there is no passkey here.',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'You will be signed out everywhere, and sign in with the new one.',
    form: 'Reset by link',
    password: 'New password',
    keepApps: 'Keep the apps connected that I let in',
    submit: 'Use this password',
    again: 'Send me another link',
  },
  signIn: {
    changed: 'Your password is changed. Sign in with the new one.',
    confirmed: 'Your address is confirmed. Sign in to go on.',
    alreadyTitle: 'You are signed in',
    already: (name: Value, email: Value) => `As ${name} (${email}).`,
    goOn: 'Go on',
    forApp: 'An app asks for access. Sign in to decide about it.',
    nobody: 'Nobody has signed up here yet. {link}.',
    becomeOwner: 'Become the owner',
    forgot: 'I forgot my password',
    signUp: 'Make an account',
    by: (name: Value) => `Sign in with ${name}`,
    or: 'or',
    byLink: 'This link signs you in once, without a password.',
    mailed: 'A link to confirm your address is on its way. Then sign in once more.',
    problems: {
      denied: (name: Value) => `${name} did not let you in, or you chose not to go on.`,
      unavailable: (name: Value) => `${name} does not answer at the moment. Try again in a minute.`,
      expired: () => 'This sign-in took too long, or began elsewhere. Try again.',
      refused: (name: Value) =>
        `What ${name} answered cannot be trusted. Try again; if it stays so, whoever runs this instance finds the reason in its log.`,
      clock: (name: Value) =>
        `The clocks of ${name} and of this instance differ. Whoever runs it has to set them right.`,
      too_often: () => 'This was tried too often. Wait a minute, and try again.',
      broken: () => 'Something went wrong on our side. Try again.',
      no_role: (name: Value) =>
        `${name} gives you no role here. Ask whoever looks after your account there.`,
      no_address: (name: Value) =>
        `${name} told no e-mail address of yours, which an account here needs.`,
      unverified: (name: Value) =>
        `${name} does not say that your e-mail address is yours, so no account here is found by it. Open the link of your invitation, and go on from there; or sign in as before, and link ${name} in the settings.`,
      other_link: (name: Value) =>
        `The account with your address belongs to somebody else at ${name}. Ask whoever runs this instance.`,
      closed: () =>
        'You have no account here, and this instance takes nobody new. Ask whoever runs it.',
      invitation: () => 'You have no account here yet. Ask a member to invite you.',
      first_owner: (name: Value) =>
        `Nobody is here yet, and the first has to be an owner: ${name} gives you another role.`,
    },
  },
  signUp: {
    what: 'the form',
    mailed: (mailed: Value) => `If ${mailed} can be used here, a link to confirm it is on its way.`,
    invitedTo: (name: Value) => `You are invited to ${name}.`,
    first: 'You are the first here: this instance will be yours.',
    lead: 'Publish everywhere from one place, or let your assistant do it.',
    title: 'Make your account',
    name: 'Your name',
    workspace: 'Name of your workspace (optional)',
    workspaceHint: 'Accounts, posts and colleagues belong to a workspace.',
    submit: 'Make my account',
    have: 'You have one? {link}',
    closed: 'No new accounts here',
    invitedOnly: 'By invitation',
    closedText: 'Ask whoever runs this instance: it takes nobody new.',
    invitedText: 'Ask a member to invite you: the link in the invitation leads to the form.',
    instead: 'Sign in instead',
  },
}
