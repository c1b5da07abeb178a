# The commands of `clockwork debug`. Each stops where a tick begins, or where a field changes; from there step into the game's code.
set pagination off
set confirm off
set breakpoint pending off
set print thread-events off

define show-tick
  if $_thread == 0
    echo The run is over. Stop in it again with goto-tick N.\n
  else
    set $session = session
    printf "Before tick %lu. Commands: next-tick, previous-tick, goto-tick N, next-change FIELD.\n", session->world->tick + 1
  end
end

define goto-tick
  delete breakpoints
  tbreak session_tick if session->world->tick + 1 == $arg0
  run
  show-tick
end
document goto-tick
goto-tick N: simulate the run from its beginning, and stop before tick N.
end

define next-tick
  tbreak session_tick
  continue
  show-tick
end
document next-tick
next-tick: simulate one tick, and stop before the one after it.
end

define previous-tick
  set $wanted = $session->world->tick
  goto-tick $wanted
end
document previous-tick
previous-tick: stop one tick earlier. The run is simulated again from its beginning.
end

define next-change
  set $field = debug_field($session->world, "$arg0")
  if $field.exists
    if $field.type == CW_FIELD_F64
      watch *(double *)$field.at
    else
      if $field.type == CW_FIELD_BOOL
        watch *(_Bool *)$field.at
      else
        watch *(int *)$field.at
      end
    end
    continue
    delete breakpoints
    if $_thread == 0
      show-tick
    else
      printf "In tick %lu:\n", $session->world->tick
      backtrace 6
    end
  end
end
document next-change
next-change FIELD: stop at the source line that changes a field, named as `clockwork query` names it: buggy.body.v.x.
end
