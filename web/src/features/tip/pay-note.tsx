/** Says below a payment button why a payment failed, or what the supporter can expect. */
export function PayNote({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="mt-3 rounded-card bg-rose/10 px-4 py-3 text-sm font-medium text-rose">
      {text}
    </p>
  )
}
