import { RequireAuth } from '#src/features/auth/RequireAuth.tsx';
import { useQueryParameter } from '#src/lib/use-query-parameter.ts';
import { ChooseFiles } from './ChooseFiles.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { FlowSteps } from './FlowSteps.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { MoveOut } from './MoveOut.tsx';

/** Posts, pages and images from another program: chosen, checked, brought in and reported, each under its own address. */
export function ImportsIsland() {
  return <RequireAuth access="settings.manage">{() => <Imports />}</RequireAuth>;
}

function Imports() {
  const [name, setName] = useQueryParameter('import');
  const id = /^\d{1,15}$/.test(name) ? Number(name) : null;
  const close = () => setName('');
  return (
    <div className="screen-parts flow">
      {id === null ? (
        <>
          <FlowSteps current="choose" />
          <ChooseFiles onBegun={(begun) => setName(String(begun))} />
          <EarlierImports />
          <MoveOut />
        </>
      ) : (
        <ImportProgress key={id} id={id} onClose={close} />
      )}
    </div>
  );
}
