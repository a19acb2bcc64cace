import { Component } from 'react'
import type { ReactNode } from 'react'

interface Props {
  /** What is shown instead of content that has failed. `retry` renders the content anew. */
  fallback: (retry: () => void) => ReactNode
  /** When this changes, the content is rendered anew. */
  resetKey?: string
  children: ReactNode
}

/**
 * Keeps an error in rendering to the part of the page that has it. Without it, React removes the whole page. What changes pages behind
 * React's back can cause one: a browser's translation, an extension (https://github.com/facebook/react/issues/11538).
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.retry()
  }

  retry = () => this.setState({ hasFailed: false })

  override render() {
    return this.state.hasFailed ? this.props.fallback(this.retry) : this.props.children
  }
}
