function love.conf(t)
    t.window.width, t.window.height, t.window.vsync = 1280, 720, 0
end
