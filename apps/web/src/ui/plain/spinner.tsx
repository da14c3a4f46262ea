import './button.css'

export const Spinner = () => <span className="sw-spinner" aria-hidden="true" />

/** Shown while a page's code loads. */
export const PageSpinner = () => (
  <div className="sw-spinner-page" role="status" aria-busy="true">
    <Spinner />
  </div>
)
