import type { SignUp } from '../../../../contract/accounts/sign-up-calls.ts'
import { useStore } from '../store.ts'
import { emptyState } from '../store-state.ts'
import type { RootState } from '../store-state.ts'

type Wizard = RootState['signupwizard']

/** Stores what is typed in the sign-up wizard, so that a reload loses nothing. */
export function saveDraft(change: Partial<Wizard>): void {
  useStore.setState(({ signupwizard }) => ({ signupwizard: { ...signupwizard, ...change } }))
}

/** Fills the draft with the server's values, except for fields that already have a value. */
export function mergeIntoDraft(signUp: SignUp): void {
  const { email, username, creatorORsupporter, customUserName, ProfilePic, DisplayName, About } = signUp
  const { signupwizard: typed } = useStore.getState()
  saveDraft({
    email: typed.email || email,
    username: typed.username || username,
    acceptPrivacyTerms: true,
    creatorORsupporter: typed.creatorORsupporter ?? creatorORsupporter,
    customUserName: typed.customUserName || (customUserName ?? ''),
    ProfilePic: ProfilePic ?? '',
    DisplayName: typed.DisplayName || DisplayName,
    About: typed.About || About,
  })
}

/** Clears the draft, for example when the account has been created. */
export function clearDraft(): void {
  useStore.setState({ signupwizard: emptyState.signupwizard })
}
