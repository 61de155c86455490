type Props = { message?: string };

/** The line that is shown, and read out, until a value is here. */
export const Loading = ({ message = 'Loading...' }: Props) => (
  <p className="loading" role="status">
    {message}
  </p>
);
